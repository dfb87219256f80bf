package io.fairstream.htcondor;

import io.fairstream.htcondor.file.Pieces;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.htcondor.match.EntryReader;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;

/**
 * Content of a log at the time of its opening. The first pass counts entries and events, and collects the weights that are
 * written only when a match ends. Each iteration reads the file again, so that its content is never in memory. Events come in
 * the order of the log.
 */
public final class RecordedLog implements Iterable<MatchEvent> {
    private final Path file;
    private final LogFormat format;
    private final LogFormat.Settings settings;
    private final Map<String, Double> lateWeights = new HashMap<>();
    private final RecordOutcomes outcomes;
    private final long entries;
    private long events;

    /** Reads a log to its end; a name that ends with {@code .gz} is decompressed. */
    public RecordedLog(Path file, LogFormat format, LogFormat.Settings settings) throws IOException {
        this.file = file;
        this.format = format;
        this.settings = settings.with(problem -> {});
        EntryReader reader = format.reader(file, settings, lateWeights);
        long read = 0;
        try (Pieces pieces = Pieces.open(file, format.ending())) {
            for (; pieces.hasNext(); read++) {
                reader.read(pieces.next(), event -> events++);
            }
        }
        reader.pause(event -> events++);
        entries = read;
        outcomes = reader.outcomes();
    }

    public long size() {
        return events;
    }

    public RecordOutcomes outcomes() {
        return outcomes;
    }

    @Override
    public Iterator<MatchEvent> iterator() {
        try {
            Pieces pieces = Pieces.open(file, format.ending());
            return new Events(pieces, format.reader(file, settings, lateWeights));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Events implements Iterator<MatchEvent> {
        private final Pieces pieces;
        private final EntryReader reader;
        private final Queue<MatchEvent> read = new ArrayDeque<>();
        private long left = entries;
        private boolean ended;

        Events(Pieces pieces, EntryReader reader) {
            this.pieces = pieces;
            this.reader = reader;
        }

        @Override
        public boolean hasNext() {
            while (read.isEmpty() && !ended) {
                advance();
            }
            return !read.isEmpty();
        }

        private void advance() {
            if (left > 0 && pieces.hasNext()) {
                left--;
                RawEntry entry = pieces.next();
                reader.read(entry, read::add);
            } else {
                ended = true;
                reader.pause(read::add);
                close();
            }
        }

        private void close() {
            try {
                pieces.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public MatchEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException(file + " has no further event");
            }
            return read.remove();
        }
    }
}
