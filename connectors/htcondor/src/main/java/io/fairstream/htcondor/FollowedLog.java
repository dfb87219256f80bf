package io.fairstream.htcondor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.htcondor.file.LogTailer;
import io.fairstream.htcondor.file.LostRange;
import io.fairstream.htcondor.file.Pieces;
import io.fairstream.htcondor.file.Position;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.htcondor.match.EntryReader;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follower of a growing log across rotations and its own restarts. A state file contains the position and the data needed to
 * continue. After a restart, entries since the last save are read again; their events are identical.
 */
public final class FollowedLog implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_TRIES = 100;

    private final LogFormat format;
    private final Path stateFile;
    private final LogTailer tail;
    private final EntryReader reader;
    private final boolean isNew;
    private final List<LostRange> gaps = new ArrayList<>();
    private final Consumer<Problem> problems;
    /** True if the log was opened; gaps found before are reported once, independent of the number of attempts. */
    private boolean isOpen;

    /**
     * Continues at the position in the state file, or at the beginning if there is none.
     *
     * @throws IOException if the log is missing, or the state file has another format
     */
    public FollowedLog(Path file, LogFormat format, LogFormat.Settings settings, Path stateFile) throws IOException {
        this.format = format;
        this.stateFile = stateFile;
        this.isNew = !Files.exists(stateFile);
        JsonNode state = isNew ? MissingNode.getInstance() : state(stateFile, format);
        Position from = isNew ? null : JSON.convertValue(state.get("position"), Position.class);
        Opened opened = open(file, settings, from, state.get("memory"));
        this.tail = opened.tail();
        this.reader = opened.reader();
        this.problems = settings.problems();
        gaps.forEach(this::tell);
        isOpen = true;
    }

    private record Opened(LogTailer tail, EntryReader reader) {}

    /** Opens the log; starts again if a file was renamed between its discovery and its opening. */
    private Opened open(Path file, LogFormat.Settings settings, @Nullable Position from, @Nullable JsonNode memory)
            throws IOException {
        for (int tries = 1; ; tries++) {
            LogTailer opened = null;
            try {
                opened = new LogTailer(file, format.ending(), from, this::lose);
                return new Opened(opened, reader(opened, settings, from, memory));
            } catch (NoSuchFileException e) {
                if (opened != null) {
                    opened.close();
                }
                if (tries == MAX_TRIES) {
                    throw e;
                }
                gaps.clear();
            }
        }
    }

    private EntryReader reader(
            LogTailer opened, LogFormat.Settings settings, @Nullable Position from, @Nullable JsonNode memory)
            throws IOException {
        EntryReader made = format.reader(opened.beginning(), settings, null);
        if (memory != null) {
            made.restore(memory);
        }
        Path left = opened.resumed();
        if (left != null && from != null && made.startsOver()) {
            startOver(made, left, from);
        }
        return made;
    }

    private static JsonNode state(Path file, LogFormat format) throws IOException {
        JsonNode state = JSON.readTree(file.toFile());
        if (!state.path("format").asText().equals(format.name())
                || !state.path("position").isObject()
                || !state.path("memory").isObject()) {
            throw new IOException(file + ": not the saved position of a followed " + format
                    + " (expected: a saved position, or no file)");
        }
        return state;
    }

    private void lose(LostRange gap) {
        gaps.add(gap);
        if (isOpen) {
            tell(gap);
        }
    }

    private void tell(LostRange gap) {
        problems.accept(new Problem(gap.file(), 1, gap.toString()));
    }

    /** Reads the earlier entries of the file again, for data that the reader does not save. */
    private void startOver(EntryReader made, Path file, Position to) throws IOException {
        try (Pieces pieces = Pieces.open(file, format.ending())) {
            while (pieces.hasNext()) {
                RawEntry piece = pieces.next();
                if (piece.end() > to.offset()) {
                    break;
                }
                made.read(piece, before -> {});
            }
        }
        made.outcomes().clear();
    }

    /** Returns true if there was no saved state. */
    public boolean isNew() {
        return isNew;
    }

    /** Returns true if the log is read from its beginning, because it is new or was lost. */
    public boolean isFromBeginning() {
        return tail.resumed() == null;
    }

    /** Reads one batch of new events, ordered by time; null if there are none. */
    public @Nullable List<MatchEvent> read() throws IOException {
        List<MatchEvent> events = new ArrayList<>();
        boolean read = tail.read(entry -> reader.read(entry, events::add));
        if (!read) {
            reader.pause(events::add);
        }
        events.sort(Comparator.comparing(MatchEvent::getAt));
        return read || !events.isEmpty() ? events : null;
    }

    /** Saves the position; call it after the events are stored safely. */
    public void keep() throws IOException {
        ObjectNode state = JSON.createObjectNode().put("format", format.name());
        state.set("position", JSON.valueToTree(tail.position()));
        state.set("memory", reader.memory());
        Path directory = stateFile.toAbsolutePath().getParent();
        if (directory != null) {
            makeForOwnerOnly(directory);
        }
        Path written = stateFile.resolveSibling(stateFile.getFileName() + ".new");
        // SYNC, because a loss of power could leave the new name with no content
        Files.write(
                written,
                JSON.writeValueAsBytes(state),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.SYNC);
        Files.move(written, stateFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Creates the directory for its owner only, as the saved state names people; an existing directory is unchanged. */
    private static void makeForOwnerOnly(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Files.createDirectories(directory);
        if (Files.getFileStore(directory).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Returns the file that was read first. */
    public Path beginning() {
        return tail.beginning();
    }

    /** Returns the gaps: parts of the log that were removed before they were read. */
    public List<LostRange> gaps() {
        return List.copyOf(gaps);
    }

    public RecordOutcomes outcomes() {
        return reader.outcomes();
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }
}
