"""The search: settings, methods, stop rules, and the bridge to the core."""
