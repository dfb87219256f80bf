package io.fairstream.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** File operations that force content and directory entries to disk, so that they survive a loss of power. */
public class Disk {
    private final Runnable afterStep;

    /** @param afterStep called between any two steps, to test a kill at that point */
    Disk(Runnable afterStep) {
        this.afterStep = afterStep;
    }

    /** Writes a file, and replaces an existing one of that name. */
    void write(Path file, byte[] bytes) throws IOException {
        writeContent(file, bytes);
        force(parent(file));
        afterStep.run();
    }

    /** As {@link #write}, without forcing the directory. */
    void writeContent(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            afterStep.run();
            all(channel, bytes);
            afterStep.run();
            channel.force(true);
        }
        afterStep.run();
    }

    /** Appends bytes to a file. */
    void append(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            int half = bytes.length / 2;
            all(channel, Arrays.copyOf(bytes, half));
            afterStep.run();
            all(channel, Arrays.copyOfRange(bytes, half, bytes.length));
            afterStep.run();
            channel.force(true);
        }
        afterStep.run();
    }

    private static void all(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Truncates a file. */
    void truncate(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
            channel.force(true);
        }
        afterStep.run();
    }

    /** Moves a file atomically to another directory of the same disk. */
    void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        afterStep.run();
        force(parent(to));
        force(parent(from));
        afterStep.run();
    }

    /** Moves files to a directory, as {@link #move}, and forces the directories once. */
    void moveAll(List<Path> files, Path to) throws IOException {
        for (Path file : files) {
            Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            afterStep.run();
        }
        if (!files.isEmpty()) {
            force(to);
            force(parent(files.get(0)));
            afterStep.run();
        }
    }

    /** Deletes files of a directory, those that exist. */
    void deleteAll(List<Path> files) throws IOException {
        for (Path file : files) {
            afterStep.run();
            Files.deleteIfExists(file);
        }
        if (!files.isEmpty()) {
            afterStep.run();
            force(parent(files.get(0)));
            afterStep.run();
        }
    }

    /** Creates a directory and the missing ones above it. */
    void makeDirectories(Path directory) throws IOException {
        Path whole = directory.toAbsolutePath();
        if (!Files.isDirectory(whole)) {
            Path above = Objects.requireNonNull(whole.getParent(), "the root exists");
            makeDirectories(above);
            Files.createDirectories(whole);
            force(above);
        }
    }

    /** Forces the entries of a directory to disk. */
    void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static Path parent(Path file) {
        return file.toAbsolutePath().normalize().resolveSibling("");
    }

    /** Returns the SHA-256 of the bytes, hexadecimal. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
