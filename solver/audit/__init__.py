"""The second opinion: literal rules, sharing no code with what they check."""
