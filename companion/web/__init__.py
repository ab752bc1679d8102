"""The live page and its JSON API: Flask, server-sent events, no build step."""
