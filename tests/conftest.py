"""How hypothesis draws: the same examples each time in `make test`, others each time in `make prove`."""

import os

from hypothesis import HealthCheck, settings

# No deadline and no check of speed: a busy machine is no fault.
settings.register_profile(
    "same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "others", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_EXAMPLES", "same"))
