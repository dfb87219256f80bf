package io.fairstream.query.records;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.fairstream.schemas.JsonException;
import io.fairstream.schemas.PlainJson;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.zip.GZIPInputStream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file of JSON lines in UTF-8, in order. Blank lines are skipped but counted; there are no comments. A read error raises an
 * {@link UncheckedIOException} with the file's name.
 */
public final class JsonLines implements Iterator<JsonLines.Line>, AutoCloseable {
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private final String file;
    private final BufferedReader bytes;
    private long number;
    private @Nullable String upcoming;

    private JsonLines(String file, InputStream in) {
        this.file = file;
        this.bytes = new BufferedReader(new InputStreamReader(in, ISO_8859_1), 1 << 16);
    }

    /**
     * Opens a file for reading.
     *
     * @param file path; {@code -} for standard input; a file whose name ends in {@code .gz} is unzipped
     */
    public static JsonLines open(String file) throws IOException {
        if (file.equals("-")) {
            return of("standard input", System.in);
        }
        InputStream in = new FileInputStream(file);
        return of(file, file.endsWith(".gz") ? unzipped(file, in) : in);
    }

    /**
     * Reads a stream.
     *
     * @param name name of the stream in messages
     */
    public static JsonLines of(String name, InputStream in) {
        return new JsonLines(name, in);
    }

    @Override
    public boolean hasNext() {
        if (upcoming == null) {
            upcoming = advance();
        }
        return upcoming != null;
    }

    /**
     * Returns the next line that is not blank.
     *
     * @throws LineException if the line is not UTF-8; reading may continue after it
     */
    @Override
    public Line next() {
        String line = hasNext() ? upcoming : null;
        if (line == null) {
            throw new NoSuchElementException(file + " has no further line");
        }
        upcoming = null;
        try {
            ByteBuffer encoded = ByteBuffer.wrap(line.getBytes(ISO_8859_1));
            return new Line(file, number, UTF_8.newDecoder().decode(encoded).toString());
        } catch (CharacterCodingException e) {
            throw new LineException(file, number, new JsonException("", "not UTF-8"));
        }
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }

    private @Nullable String advance() {
        try {
            String line;
            do {
                line = bytes.readLine();
                number++;
                if (number == 1 && line != null && line.startsWith(BYTE_ORDER_MARK)) {
                    line = line.substring(BYTE_ORDER_MARK.length());
                }
            } while (line != null && line.isBlank());
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(file + ":" + (number + 1) + ": " + e.getMessage(), e);
        }
    }

    private static InputStream unzipped(String file, InputStream in) throws IOException {
        try {
            return new GZIPInputStream(in, 1 << 16);
        } catch (IOException e) {
            in.close();
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * One line of a file.
     *
     * @param file name of the file
     * @param number counted from 1, blank lines included
     */
    public record Line(String file, long number, String text) {

        /** Returns an exception for a valid record that is not accepted. */
        public LineException problem(String what) {
            return new LineException(file, number, new JsonException("", what));
        }
        /**
         * Reads the line as {@link PlainJson}.
         *
         * @throws LineException if the line is not such a record
         */
        public <T extends SpecificRecord> T as(Class<T> type) {
            try {
                return PlainJson.read(type, text);
            } catch (JsonException problem) {
                throw new LineException(file, number, problem);
            }
        }
    }

    /** A {@link JsonException} with its position: {@code events.jsonl:17: at: missing (expected: …)}. */
    public static final class LineException extends RuntimeException {
        private final String file;
        private final long line;
        private final JsonException problem;

        LineException(String file, long line, JsonException problem) {
            super(file + ":" + line + ": " + problem.getMessage(), problem);
            this.file = file;
            this.line = line;
            this.problem = problem;
        }

        public String file() {
            return file;
        }

        /** Number of the line, counted from 1. */
        public long line() {
            return line;
        }

        /** Path of the field; empty for the line as a whole. */
        public String field() {
            return problem.field();
        }
    }
}
