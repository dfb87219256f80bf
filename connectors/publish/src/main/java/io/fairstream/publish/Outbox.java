package io.fairstream.publish;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Directory of messages for another program to take, with a ledger of their content. A message is sent in three steps:
 *
 * <pre>
 *   1. the message and the list of its items are written to a working directory, and forced to the disk
 *   2. a line of the ledger is written, and forced: from now on it counts as sent
 *   3. the message is moved into the directory
 * </pre>
 *
 * A process that is killed before the line is whole has sent nothing: the next one throws its files away. Killed after that, the next one
 * makes the third step, if the message is still where nobody looks. So each message comes into the directory once, and whoever takes it
 * from there may delete it at any time: another program, or this one by {@link #take}. Not thread-safe; one process at a time.
 */
public final class Outbox implements AutoCloseable {
    private static final String LEDGER = "ledger";
    private static final String STAGED = "staged";
    private static final String LOCK = "lock";
    private static final String REFUSED = "refused";

    /** File of an entry without a message. */
    private static final String NONE = "";

    private final Path directory;
    private final Path staged;
    private final Disk disk;
    private final Ledger ledger;
    private final FileChannel lock;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> messages = new LinkedHashMap<>();
    private final Map<String, Sent> sent = new HashMap<>();

    /**
     * Last sent version of an item.
     *
     * @param file name of its message
     */
    public record Sent(Item item, String file) {}

    private Outbox(Path directory, Disk disk, FileChannel lock) {
        this.directory = directory;
        this.staged = directory.resolve(LEDGER).resolve(STAGED);
        this.disk = disk;
        this.ledger = new Ledger(directory.resolve(LEDGER), disk);
        this.lock = lock;
    }

    /**
     * Opens an outbox, creates it if necessary, and completes steps of a killed process.
     *
     * @param purpose unchanging identification of the outbox
     * @throws OutboxException if it has another purpose, is in use, or damaged
     */
    public static Outbox open(Path directory, SortedMap<String, String> purpose) throws IOException {
        return open(directory, purpose, () -> {});
    }

    /** As {@link #open(Path, SortedMap)}, to test a kill between any two steps. */
    public static Outbox open(Path directory, @Nullable SortedMap<String, String> purpose, Runnable afterStep)
            throws IOException {
        Path ledger = directory.resolve(LEDGER);
        Disk disk = new Disk(afterStep);
        disk.makeDirectories(ledger.resolve(STAGED));
        FileChannel lock = lock(ledger.resolve(LOCK), directory);
        try {
            Outbox outbox = new Outbox(directory, disk, lock);
            outbox.recover(purpose);
            return outbox;
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Returns the purpose of an outbox.
     *
     * @throws OutboxException if there is none
     */
    public static SortedMap<String, String> purpose(Path directory) throws IOException {
        Path ledger = directory.resolve(LEDGER);
        SortedMap<String, String> purpose = Files.isDirectory(ledger)
                ? new Ledger(ledger, new Disk(() -> {})).read().purpose()
                : new TreeMap<>();
        if (purpose.isEmpty()) {
            throw new OutboxException(directory + ": no ledger (expected: a directory of publish apel or gracc)");
        }
        return purpose;
    }

    private static FileChannel lock(Path file, Path directory) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException inThisProcess) {
            // treated as locked by another process
        }
        if (lock == null) {
            channel.close();
            throw new OutboxException(directory + ": in use (expected: one process at a time)");
        }
        return channel;
    }

    private void recover(@Nullable SortedMap<String, String> purpose) throws IOException {
        Ledger.Content content = ledger.read();
        if (content.purpose().isEmpty() && purpose != null) {
            ledger.create(purpose);
        } else if (purpose != null && !content.purpose().equals(purpose)) {
            throw new OutboxException(
                    directory + ": for " + content.purpose() + " (expected: " + purpose + ", or another directory)");
        }
        Set<Path> known = new TreeSet<>();
        for (Entry entry : content.entries()) {
            known.add(ledger.items(entry.sequence()));
            finish(entry);
            add(entry, ledger.items(entry));
        }
        for (Path each : files(directory.resolve(LEDGER))) {
            if (each.getFileName().toString().startsWith("items-") && !known.contains(each)) {
                Files.delete(each);
            }
        }
        for (Path each : files(staged)) {
            Files.delete(each);
        }
    }

    private static List<Path> files(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Executes the third step of a message, if necessary. */
    private void finish(Entry entry) throws IOException {
        Path file = staged.resolve(entry.file());
        if (Files.isRegularFile(file)) {
            read(file, entry);
            disk.move(file, directory.resolve(entry.file()));
        }
    }

    private static byte[] read(Path file, Entry entry) throws IOException {
        byte[] message = Files.readAllBytes(file);
        if (!Disk.sha256(message).equals(entry.sha256())) {
            throw new OutboxException(file + ": was changed (expected: the content recorded in the ledger)");
        }
        return message;
    }

    private void add(Entry entry, List<Item> items) {
        entries.add(entry);
        if (!entry.file().equals(NONE)) {
            messages.put(entry.file(), entry);
        }
        items.forEach(item -> sent.put(item.id(), new Sent(item, entry.file())));
    }

    /** Returns the sent messages, the first one first. */
    public List<Entry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** Returns the last sent version of each item, by id. */
    public Map<String, Sent> sent() {
        return Collections.unmodifiableMap(sent);
    }

    /** Returns the number of the next message. */
    public long next() {
        return entries.size() + 1L;
    }

    /**
     * Sends a message.
     *
     * @param file its new, unique name
     * @param items its content; replaces previous versions of these items
     * @param sums totals for readers of the ledger
     * @param at present time
     */
    public Entry send(String file, String text, List<Item> items, Map<String, String> sums, Instant at)
            throws IOException {
        return send(List.of(new Message(file, text, items, sums)), at).get(0);
    }

    /**
     * Sends messages, named by their files, with fewer waits for the disk than one by one. After a kill the first of them may be sent.
     *
     * @param at present time
     */
    public List<Entry> send(List<Message> messages, Instant at) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Message message : messages) {
            requireNew(message.name());
            files.add(staged.resolve(message.name()));
            disk.writeContent(staged.resolve(message.name()), message.bytes());
        }
        disk.force(staged);
        List<Entry> sentNow = append(messages, at);
        disk.moveAll(files, directory);
        return sentNow;
    }

    private void requireNew(String file) {
        if (!file.matches("[A-Za-z0-9][A-Za-z0-9._-]*") || file.equals(LEDGER) || file.equals(REFUSED)) {
            throw new IllegalArgumentException("file: " + file + " (expected: letters, digits, dots and dashes)");
        }
        if (messages.containsKey(file)) {
            throw new IllegalArgumentException("file: " + file + " was sent (expected: another name)");
        }
    }

    /**
     * Records items without a message, such as a position; replaces previous versions of these items.
     *
     * @param at present time
     */
    public void note(List<Item> items, Instant at) throws IOException {
        append(List.of(new Message(NONE, "", items, Map.of())), at);
    }

    private List<Entry> append(List<Message> all, Instant at) throws IOException {
        List<Entry> appended = new ArrayList<>();
        List<byte[]> lists = new ArrayList<>();
        for (Message message : all) {
            byte[] lines = Ledger.lines(message.items());
            lists.add(lines);
            appended.add(new Entry(
                    next() + appended.size(),
                    message.name(),
                    Disk.sha256(message.bytes()),
                    at.toString(),
                    message.items().size(),
                    Disk.sha256(lines),
                    offsets(message.items()),
                    message.sums(),
                    replaced(message.items())));
        }
        ledger.write(appended, lists);
        ledger.append(appended);
        for (int i = 0; i < appended.size(); i++) {
            add(appended.get(i), all.get(i).items());
        }
        return appended;
    }

    /** Returns the files of messages that are still in the directory, the first one first. */
    public List<String> waiting() throws IOException {
        Set<String> present = new HashSet<>();
        files(directory).forEach(file -> present.add(file.getFileName().toString()));
        return messages.keySet().stream().filter(present::contains).toList();
    }

    /** Returns a message that is still in the directory. */
    public byte[] read(String file) throws IOException {
        return read(directory.resolve(file), known(file));
    }

    /** Deletes messages from the directory, since they were passed on. */
    public void take(List<String> files) throws IOException {
        disk.deleteAll(files.stream()
                .map(file -> directory.resolve(known(file).file()))
                .toList());
    }

    /** Moves a message to the directory {@code refused}, since its recipient does not accept it. Moved back, it waits again. */
    public void refuse(String file) throws IOException {
        Path refused = directory.resolve(REFUSED);
        disk.makeDirectories(refused);
        disk.move(directory.resolve(known(file).file()), refused.resolve(file));
    }

    private Entry known(String file) {
        return Objects.requireNonNull(messages.get(file), () -> file + " (expected: a message of the ledger)");
    }

    private static Map<String, List<Long>> offsets(List<Item> items) {
        Map<String, List<Long>> offsets = new TreeMap<>();
        for (Item item : items) {
            if (item.hasRecord()) {
                offsets.merge(
                        item.topic() + "-" + item.partition(),
                        List.of(item.offset(), item.offset()),
                        (one, other) ->
                                List.of(Math.min(one.get(0), other.get(0)), Math.max(one.get(1), other.get(1))));
            }
        }
        return offsets;
    }

    private List<String> replaced(List<Item> items) {
        Set<String> files = new TreeSet<>();
        for (Item item : items) {
            Sent before = sent.get(item.id());
            if (before != null) {
                files.add(before.file());
            }
        }
        return entries.stream().map(Entry::file).filter(files::contains).toList();
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
