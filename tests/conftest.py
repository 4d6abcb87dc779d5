"""What every test shares: how hard hypothesis looks for counter-examples.

`make test` uses the profile `ci`, `make test-long` the profile `long`. Both print what reproduces
a failure, and neither is timed, since a busy machine is no fault of the code.
"""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=50,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("ci"), max_examples=2000)
settings.load_profile("ci")
