package io.fairstream.negotiator.view;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one partition that were read and are not shown yet: the last row of each key, so that there are never more rows than
 * keys; at first, and after a restart from the beginning, a whole table.
 */
final class PartitionRows {
    private static final byte[] GONE = {};

    private final Map<String, byte[]> changes = new HashMap<>();
    private @Nullable RowTable fresh = new RowTable();

    /** True if the partition has not been read to the end yet. */
    boolean isLoading() {
        return fresh != null;
    }

    boolean isEmpty() {
        return fresh == null && changes.isEmpty();
    }

    /** Forgets everything: the partition is read from the beginning. */
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

    /** The table that takes the place of the former one, loaded to the end. */
    RowTable loaded() {
        RowTable loaded = Objects.requireNonNull(fresh, "the partition is being loaded");
        fresh = null;
        return loaded;
    }

    /** Changes the table as was read, and says at which keys. */
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
