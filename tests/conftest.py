import os

from hypothesis import HealthCheck, settings

if "KINROUTE_SLOW_BUILD" in os.environ:
    # Under a sanitizer making an input may take seconds; what is checked stays the same.
    settings.register_profile("slow", suppress_health_check=[HealthCheck.too_slow], deadline=None)
    settings.load_profile("slow")
