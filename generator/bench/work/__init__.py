"""The jobs of the bench, one module each; see `Work` in `crossfall.generator.bench.jobs`."""
