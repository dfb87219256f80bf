package io.fairstream.it.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A disk of some megabytes that can be full, where the machine allows one to be mounted. */
public final class SmallDisk implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final Path directory;
    private boolean isMounted = true;

    private SmallDisk(Path directory) {
        this.directory = directory;
    }

    /**
     * Mounts one, or nothing if that is not allowed.
     *
     * @param directory that is made for it; whoever owns the one above owns it, too
     * @param mebibytes its size
     */
    public static Optional<SmallDisk> mount(Path directory, int mebibytes) throws IOException {
        Files.createDirectory(directory);
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", directory.toString());
        if (!isMounted) {
            Files.delete(directory);
            return Optional.empty();
        }
        Path above = Optional.ofNullable(directory.toAbsolutePath().getParent()).orElseThrow();
        Files.setOwner(directory, Files.getOwner(above));
        return Optional.of(new SmallDisk(directory));
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    public Path directory() {
        return directory;
    }

    /** Takes all the space that is left but for some KiB. */
    public void fill(int leftKib) {
        try {
            long free = Files.getFileStore(directory).getUsableSpace() - leftKib * 1024L;
            try (OutputStream out = Files.newOutputStream(ballast())) {
                byte[] some = new byte[4096];
                for (long written = 0; written + some.length <= free; written += some.length) {
                    out.write(some);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives it back. */
    public void free() {
        try {
            Files.delete(ballast());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path ballast() {
        return directory.resolve("ballast");
    }

    @Override
    public void close() {
        if (isMounted && !run("umount", directory.toString()) && !run("umount", "--lazy", directory.toString())) {
            throw new IllegalStateException(directory + " cannot be unmounted");
        }
        isMounted = false;
    }
}
