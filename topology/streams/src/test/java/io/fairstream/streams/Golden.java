package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected outputs that stand in files. {@code -Dgolden.write=true} writes them anew: read the difference before you commit it. */
public final class Golden {
    private static final Path SOURCES = Path.of("src/test/resources/io/fairstream/streams");

    private Golden() {}

    /** That a file under the resources of this package holds the text. */
    public static void assertSame(String file, String actual) {
        if (Boolean.getBoolean("golden.write")) {
            write(file, actual);
        }
        assertEquals(read(file), actual, file);
    }

    private static String read(String file) {
        try (InputStream in = Golden.class.getResourceAsStream(file)) {
            return in == null || Boolean.getBoolean("golden.write")
                    ? Files.readString(SOURCES.resolve(file))
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(String file, String actual) {
        try {
            Path path = SOURCES.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, actual);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
