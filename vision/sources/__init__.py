"""Where frames come from: cameras, films, folders, photos and the simulated table, each opened by an address."""
