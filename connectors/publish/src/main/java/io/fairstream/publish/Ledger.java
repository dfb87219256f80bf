package io.fairstream.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Journal of an outbox: a first line with its purpose, then a line for each message, and a separate list of items for
 * each. An incomplete line belongs to a message that was not sent.
 */
final class Ledger {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JOURNAL = "ledger.jsonl";

    private final Path directory;
    private final Disk disk;

    Ledger(Path directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
    }

    /**
     * Content of the ledger, without an incomplete line.
     *
     * @param purpose empty for a new one
     */
    record Content(SortedMap<String, String> purpose, List<Entry> entries) {}

    /** Reads the ledger, and truncates an incomplete end. */
    Content read() throws IOException {
        Path journal = journal();
        if (!Files.exists(journal)) {
            return new Content(new TreeMap<>(), List.of());
        }
        byte[] bytes = Files.readAllBytes(journal);
        int whole = bytes.length;
        while (whole > 0 && bytes[whole - 1] != '\n') {
            whole--;
        }
        if (whole < bytes.length) {
            disk.truncate(journal, whole);
        }
        List<String> lines =
                new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().toList();
        if (lines.isEmpty()) {
            return new Content(new TreeMap<>(), List.of());
        }
        SortedMap<String, String> purpose = parse(lines.get(0), 1, new TypeReference<TreeMap<String, String>>() {});
        List<Entry> entries = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            Entry entry = parse(lines.get(i), i + 1, new TypeReference<>() {});
            if (entry.sequence() != i) {
                throw new OutboxException(journal + ":" + (i + 1) + ": sequence " + entry.sequence() + " (expected: "
                        + i + ", one more than in the line before)");
            }
            entries.add(entry);
        }
        return new Content(purpose, entries);
    }

    private <T> T parse(String line, int number, TypeReference<T> type) throws OutboxException {
        try {
            return JSON.readValue(line, type);
        } catch (JsonProcessingException e) {
            throw new OutboxException(journal() + ":" + number + ": " + e.getOriginalMessage()
                    + " (expected: an unmodified line; do not edit the ledger)");
        }
    }

    /** Creates a ledger. */
    void create(SortedMap<String, String> purpose) throws IOException {
        disk.write(journal(), line(purpose));
    }

    /** Appends entries: from now on their messages count as sent. */
    void append(List<Entry> entries) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (Entry entry : entries) {
            lines.write(line(entry));
        }
        disk.append(journal(), lines.toByteArray());
    }

    /** Returns the list of a message's items. */
    static byte[] lines(List<Item> items) throws JsonProcessingException {
        StringBuilder lines = new StringBuilder();
        for (Item item : items) {
            lines.append(JSON.writeValueAsString(item)).append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the lists of items of entries that are not appended yet. */
    void write(List<Entry> entries, List<byte[]> items) throws IOException {
        for (int i = 0; i < entries.size(); i++) {
            disk.writeContent(items(entries.get(i).sequence()), items.get(i));
        }
        disk.force(directory);
    }

    /** Returns the items of a message. */
    List<Item> items(Entry entry) throws IOException {
        Path file = items(entry.sequence());
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        if (!Disk.sha256(bytes).equals(entry.itemsSha256())) {
            throw new OutboxException(file + ": " + (Files.exists(file) ? "changed" : "missing")
                    + " (expected: the list of " + entry.items() + " items of " + entry.file()
                    + ", unmodified; restore it from a backup)");
        }
        List<Item> items = new ArrayList<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            items.add(JSON.readValue(line, Item.class));
        }
        return items;
    }

    Path items(long sequence) {
        return directory.resolve(String.format(Locale.ROOT, "items-%06d.jsonl", sequence));
    }

    private Path journal() {
        return directory.resolve(JOURNAL);
    }

    private static byte[] line(Object value) throws JsonProcessingException {
        return (JSON.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
