package io.fairstream.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the tables again and again while others are killed: no row goes back to an older one, and none is further than the offsets of the same
 * transaction say.
 */
final class RowWatch implements AutoCloseable {
    private static final List<String> TABLES =
            List.of("priorities", "user_accounting", "jobs", "nodes", "shares", "open_matches");
    private static final long BETWEEN_MILLIS = 200;
    private static final String QUESTION =
            "SELECT t.name, t.kafka_key, t.kafka_partition, t.kafka_offset, o.next_offset FROM ("
                    + TABLES.stream()
                            .map(table -> "SELECT '" + table
                                    + "' AS name, kafka_key, kafka_partition, kafka_offset FROM fairstream." + table)
                            .collect(Collectors.joining(" UNION ALL "))
                    + ") t LEFT JOIN fairstream.kafka_offsets o ON o.table_name = t.name AND o.partition = t.kafka_partition";

    private final Copy copy;
    private final Map<String, Long> newest = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "row-watch");
    private volatile boolean isStopped;
    private int looks;
    private int changes;

    private RowWatch(Copy copy) {
        this.copy = copy;
    }

    static RowWatch start(Copy copy) {
        RowWatch watch = new RowWatch(copy);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            while (!isStopped) {
                look();
                Thread.sleep(BETWEEN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        List<List<String>> rows;
        try {
            rows = copy.rows(QUESTION);
        } catch (SQLException e) {
            // the database is killed, or has no tables yet
            return;
        }
        looks++;
        for (List<String> row : rows) {
            String key = row.get(0) + " " + row.get(1) + " of partition " + row.get(2);
            long offset = Long.parseLong(row.get(3));
            Long before = newest.put(key, offset);
            if (row.get(4).isEmpty() || offset >= Long.parseLong(row.get(4))) {
                wrong.add(key + ": offset " + offset + " (expected: below " + row.get(4) + ")");
            } else if (before != null && offset < before) {
                wrong.add(key + ": offset " + offset + " (expected: " + before + " or more)");
            }
            changes += before != null && offset > before ? 1 : 0;
        }
    }

    /** Stops, and fails if a row has gone back, or if none was seen to change. */
    void assertNoneWentBack() throws InterruptedException {
        close();
        thread.join();
        assertEquals(List.of(), wrong.stream().limit(TABLES.size()).toList());
        assertTrue(changes > 0, looks + " looks, no change");
    }

    @Override
    public void close() {
        isStopped = true;
    }
}
