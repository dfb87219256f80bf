package io.fairstream.htcondor.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.zip.GZIPInputStream;

/**
 * Iterator over the entries of a file; the last one may be truncated. If the file cannot be read further, an
 * {@link UncheckedIOException} names it.
 */
public final class Pieces implements Iterator<RawEntry>, Closeable {
    private final String name;
    private final InputStream in;
    private final EntrySplitter splitter;
    private final byte[] buffer = new byte[1 << 16];
    private final Queue<RawEntry> cut = new ArrayDeque<>();
    private boolean ended;

    private Pieces(String name, InputStream in, Ending ending) {
        this.name = name;
        this.in = in;
        this.splitter = new EntrySplitter(ending, 0, 1);
    }

    /** Opens a file; a name that ends with {@code .gz} is decompressed. */
    public static Pieces open(Path file, Ending ending) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            boolean zipped = file.toString().endsWith(".gz");
            return of(file.toString(), zipped ? new GZIPInputStream(in, 1 << 16) : in, ending);
        } catch (IOException e) {
            in.close();
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads a stream.
     *
     * @param name for messages
     */
    public static Pieces of(String name, InputStream in, Ending ending) {
        return new Pieces(name, in, ending);
    }

    @Override
    public boolean hasNext() {
        while (cut.isEmpty() && !ended) {
            advance();
        }
        return !cut.isEmpty();
    }

    @Override
    public RawEntry next() {
        if (!hasNext()) {
            throw new NoSuchElementException(name + " has no further entry");
        }
        return cut.remove();
    }

    private void advance() {
        try {
            int length = in.read(buffer);
            if (length < 0) {
                ended = true;
                splitter.finish(cut::add);
            } else {
                splitter.cut(buffer, length, cut::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
