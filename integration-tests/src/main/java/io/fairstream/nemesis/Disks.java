package io.fairstream.nemesis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Small disks in memory that can be full or read-only; it takes root to mount them. */
final class Disks implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;
    private static final String BALLAST = "ballast";
    private static final int MUCH = 1 << 20;
    private static final int PAGE = 4096;

    private final Map<String, Path> mounted = new HashMap<>();

    /** Mounts one where the process of that name keeps what it keeps; false if the machine does not allow it. */
    boolean mount(String name, Path directory, int mebibytes) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", directory.toString());
        if (isMounted) {
            if (mounted.isEmpty()) {
                Runtime.getRuntime().addShutdownHook(new Thread(this::close));
            }
            mounted.put(name, directory);
        }
        return isMounted;
    }

    boolean has(String name) {
        return mounted.containsKey(name);
    }

    /** Takes all the space that is left. */
    void fill(String name) throws IOException {
        Path ballast = directory(name).resolve(BALLAST);
        try (OutputStream out = Files.newOutputStream(ballast)) {
            for (byte[] some : List.of(new byte[MUCH], new byte[PAGE])) {
                while (Files.getFileStore(directory(name)).getUsableSpace() >= some.length) {
                    out.write(some);
                }
            }
        } catch (IOException e) {
            if (!Files.exists(ballast)) {
                throw e;
            }
            // somebody else took the last of it
        }
    }

    void free(String name) throws IOException {
        Files.deleteIfExists(directory(name).resolve(BALLAST));
    }

    /** Possible only while nobody has a file open for writing. */
    void remount(String name, boolean isReadOnly) throws IOException, InterruptedException {
        String options = "remount," + (isReadOnly ? "ro" : "rw");
        if (!run("mount", "-o", options, directory(name).toString())) {
            throw new IOException(name + ": the disk is busy (expected: " + options + ")");
        }
    }

    private Path directory(String name) {
        return Objects.requireNonNull(mounted.get(name), name);
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        try {
            for (Path directory : List.copyOf(mounted.values())) {
                if (!run("umount", directory.toString()) && !run("umount", "--lazy", directory.toString())) {
                    throw new IllegalStateException(directory + " cannot be unmounted");
                }
            }
            mounted.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
