package io.fairstream.query.tables;

import io.fairstream.query.records.Row;
import io.fairstream.schemas.EndedBy;
import io.fairstream.schemas.MatchRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Rule that selects the rows among a topic's records. */
public interface Rows<V> extends Consumer<Row<V>> {
    /** Returns the rows, in no order. */
    Collection<V> all();

    /** Selects the latest value of each key. */
    static <V> Rows<V> latest() {
        return new Latest<>();
    }

    /** Selects every record. */
    static <V> Rows<V> every() {
        return new Every<>();
    }

    /** Selects rows of matches: the latest valid record of each match, none for a withdrawn match. */
    static Rows<MatchRecord> holding() {
        return new Holding();
    }

    final class Latest<V> implements Rows<V> {
        private final Map<String, V> latest = new HashMap<>();

        @Override
        public void accept(Row<V> row) {
            String key = row.key() == null ? "" : row.key();
            if (row.value() == null) {
                latest.remove(key);
            } else {
                latest.put(key, row.value());
            }
        }

        @Override
        public Collection<V> all() {
            return latest.values();
        }
    }

    final class Every<V> implements Rows<V> {
        private final List<V> every = new ArrayList<>();

        @Override
        public void accept(Row<V> row) {
            V value = row.value();
            if (value != null) {
                every.add(value);
            }
        }

        @Override
        public Collection<V> all() {
            return every;
        }
    }

    final class Holding implements Rows<MatchRecord> {
        private final Map<Match, MatchRecord> newest = new HashMap<>();

        private record Match(String resource, Instant start) {}

        @Override
        public void accept(Row<MatchRecord> row) {
            MatchRecord value = row.value();
            if (value != null) {
                newest.merge(new Match(value.getResource(), value.getStart()), value, Holding::higher);
            }
        }

        private static MatchRecord higher(MatchRecord one, MatchRecord other) {
            return other.getRevision() >= one.getRevision() ? other : one;
        }

        @Override
        public Collection<MatchRecord> all() {
            return newest.values().stream()
                    .filter(record -> record.getEndedBy() != EndedBy.WITHDRAWN)
                    .toList();
        }
    }
}
