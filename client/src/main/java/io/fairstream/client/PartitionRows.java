package io.fairstream.client;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one partition that were read but are not visible yet: only the last row of each key. During the first load, and after a
 * restart from the beginning, they are a whole table.
 */
final class PartitionRows {
    private static final byte[] GONE = {};

    private final Map<String, byte[]> changes = new HashMap<>();
    private @Nullable RowTable fresh = new RowTable();

    /** Returns true if the partition has not been read to the end yet. */
    boolean isLoading() {
        return fresh != null;
    }

    boolean isEmpty() {
        return fresh == null && changes.isEmpty();
    }

    /** Removes all rows, because the partition is read from the beginning again. */
    void restart() {
        fresh = new RowTable();
        changes.clear();
    }

    void put(byte[] key, byte[] row) {
        if (fresh == null) {
            changes.put(new String(key, StandardCharsets.UTF_8), row);
        } else {
            fresh.put(key, row);
        }
    }

    void remove(byte[] key) {
        if (fresh == null) {
            changes.put(new String(key, StandardCharsets.UTF_8), GONE);
        } else {
            fresh.remove(key);
        }
    }

    /** Ends the load; returns the new table, which replaces the previous one. */
    RowTable loaded() {
        RowTable loaded = Objects.requireNonNull(fresh, "the partition is being loaded");
        fresh = null;
        return loaded;
    }

    /** Applies the changes to the table; returns the changed keys. */
    Set<String> applyTo(RowTable table) {
        Set<String> changed = Set.copyOf(changes.keySet());
        changes.forEach((name, row) -> {
            byte[] key = name.getBytes(StandardCharsets.UTF_8);
            if (row == GONE) {
                table.remove(key);
            } else {
                table.put(key, row);
            }
        });
        changes.clear();
        return changed;
    }
}
