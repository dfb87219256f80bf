package io.fairstream.streams.wire;

import org.jspecify.annotations.Nullable;

/**
 * A setting as it is published.
 *
 * @param name its key
 * @param value as one would write it; empty for none
 * @param at when it took the place of another value, milliseconds since 1970; null for the first
 * @param by who has accepted a gap; null for what the topology writes
 * @param why the reason for that; null for what the topology writes
 */
public record SettingRow(
        String name,
        String value,
        @Nullable Long at,
        @Nullable String by,
        @Nullable String why) {
    /** Row of a setting that the topology publishes. */
    public SettingRow(String name, String value, @Nullable Long at) {
        this(name, value, at, null, null);
    }
}
