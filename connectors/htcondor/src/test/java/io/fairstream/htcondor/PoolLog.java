package io.fairstream.htcondor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes an {@code EVENT_LOG} as HTCondor 23.9 does: before an event, if the file has grown over the limit, its header is written anew
 * in place with the size, each file is renamed, oldest first, and the next one begins with a header of its own.
 */
final class PoolLog {
    private static final Pattern OLD =
            Pattern.compile(".* id=(\\S+) sequence=(\\d+) size=(\\d+) events=\\d+ offset=(\\d+) .*\\s*");
    private static final long BEGIN = 1_795_332_151;

    private final Path file;
    private final int rotations;
    private final List<Long> removed = new ArrayList<>();
    private String header;
    private long seconds = BEGIN;

    /** Begins a log. */
    PoolLog(Path file, int rotations) {
        this.file = file;
        this.rotations = rotations;
        this.header = header(1, 0, 0);
        append(header + "...\n");
    }

    /** Returns the text before the dots: 294 characters and a line's end. */
    private String header(long sequence, long size, long offset) {
        return line(
                seconds, "0.587." + BEGIN + ".509247." + sequence + "." + seconds + ".782341", sequence, size, offset);
    }

    private String line(long ctime, String id, long sequence, long size, long offset) {
        String info = String.format(
                Locale.ROOT,
                "Global JobLog: ctime=%d id=%s sequence=%d size=%d events=0 offset=%d event_off=0 max_rotation=%d"
                        + " creator_name=<>",
                ctime,
                id,
                sequence,
                size,
                offset,
                rotations);
        return "008 (-01.-01.-01) 2026-11-22 08:%02d:%02d %-256s\n".formatted(seconds / 60 % 60, seconds % 60, info);
    }

    void write(String event) {
        seconds++;
        append(event);
    }

    /** Bytes of whole files that went away, headers included, oldest first. */
    List<Long> removed() {
        return removed;
    }

    void rotate() {
        try {
            long size = Files.size(file);
            Matcher old = OLD.matcher(header);
            if (!old.matches()) {
                throw new IllegalStateException(header);
            }
            long sequence = Long.parseLong(old.group(2));
            long offset = Long.parseLong(old.group(4));
            long ctime = Long.parseLong(old.group(1).split("\\.", -1)[5]);
            overwrite(line(ctime, old.group(1), sequence, size, offset));
            if (Files.exists(rotated(rotations))) {
                removed.add(Files.size(rotated(rotations)));
            }
            for (int i = rotations; i > 1; i--) {
                if (Files.exists(rotated(i - 1))) {
                    Files.move(
                            rotated(i - 1),
                            rotated(i),
                            StandardCopyOption.REPLACE_EXISTING,
                            StandardCopyOption.ATOMIC_MOVE);
                }
            }
            Files.move(file, rotated(1), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            header = header(sequence + 1, 0, offset + size);
            append(header + "...\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path rotated(int number) {
        return file.resolveSibling(file.getFileName() + (rotations == 1 ? ".old" : "." + number));
    }

    private void overwrite(String text) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    private void append(String text) {
        append(file, text);
    }

    static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
