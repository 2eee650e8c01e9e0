"""Offline verification."""
