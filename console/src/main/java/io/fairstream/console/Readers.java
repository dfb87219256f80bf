package io.fairstream.console;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.KeptTables;
import io.fairstream.query.records.LiveTables;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.Sight;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Topic;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Pool of topic readers, one for each question in progress; tables come from the shared in-memory copies. */
final class Readers implements AutoCloseable {
    private static final int SPARE = 4;

    private final Supplier<Settings> settings;
    private final LiveTables tables;
    private final Deque<Lent> spare = new ArrayDeque<>();

    /** @param settings of the topology; they change when it publishes new ones */
    Readers(Supplier<Settings> settings, LiveTables tables) {
        this.settings = settings;
        this.tables = tables;
    }

    /** A reader for one question; it returns only rows that the viewer may see. */
    final class Lent implements KeptTables {
        private final Settings under;
        private final TopicReader reader;
        private final Map<Topic<?>, Long> versions = new HashMap<>();
        private Sight sight = Sight.ALL;

        private Lent(Settings under) {
            this.under = under;
            this.reader = new TopicReader(under, this);
        }

        TopicReader reader() {
            return reader;
        }

        /** Versions of the topics that were read, as of before they were read. */
        Map<Topic<?>, Long> versions() {
            return Map.copyOf(versions);
        }

        @Override
        public <V> Optional<Collection<Row<V>>> rows(Topic<V> topic) {
            return tables.rows(topic);
        }

        @Override
        public Sight sight() {
            return sight;
        }

        private Lent of(Sight seen) {
            sight = seen;
            return this;
        }

        @Override
        public void reads(Topic<?> topic) {
            tables.reads(topic);
            versions.putIfAbsent(topic, tables.version(topic));
        }
    }

    Lent lend(Sight seen) {
        Settings current = settings.get();
        synchronized (spare) {
            while (!spare.isEmpty()) {
                Lent lent = spare.pop();
                if (lent.under.equals(current)) {
                    lent.versions.clear();
                    return lent.of(seen);
                }
                lent.reader.close();
            }
        }
        return new Lent(current).of(seen);
    }

    /** Returns a reader to the pool after a complete answer. */
    void giveBack(Lent lent) {
        synchronized (spare) {
            if (spare.size() < SPARE) {
                spare.push(lent);
                return;
            }
        }
        lent.reader.close();
    }

    /** Closes a reader whose question failed, since its state is unknown. */
    void discard(Lent lent) {
        lent.reader.close();
    }

    @Override
    public void close() {
        synchronized (spare) {
            spare.forEach(lent -> lent.reader.close());
            spare.clear();
        }
    }
}
