package io.fairstream.streams.wire;

/**
 * A setting as it is published.
 *
 * @param name its key
 * @param value as one would write it; empty for none
 */
public record SettingRow(String name, String value) {}
