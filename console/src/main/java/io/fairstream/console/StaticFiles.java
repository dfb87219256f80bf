package io.fairstream.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Static files: the console's pages and the plotting library, both from their jars. No other file can be requested. */
final class StaticFiles {
    private static final String OWN = "/io/fairstream/console/web";
    private static final String PAGE = "/index.html";
    private static final String VENDOR = "/vendor/uplot/";
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*)+");
    private static final Map<String, String> LIBRARY = Map.of(
            "uPlot.esm.js", "dist/uPlot.esm.js",
            "uPlot.min.css", "dist/uPlot.min.css",
            "LICENSE", "LICENSE");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "webmanifest", "application/manifest+json");

    private final String library;
    private final Map<String, File> files = new ConcurrentHashMap<>();

    /**
     * A file with its headers.
     *
     * @param compressed content as gzip
     * @param tag quoted ETag, which changes with the content
     */
    record File(Bytes bytes, Bytes compressed, String type, String tag) {}

    /** Immutable bytes, shared without a copy. */
    static final class Bytes {
        private final byte[] bytes;

        Bytes(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] shared() {
            return bytes;
        }
    }

    StaticFiles() {
        library = "/META-INF/resources/webjars/uplot/" + version() + "/";
    }

    /** Version of the library from its jar, whose paths contain it. */
    private static String version() {
        Properties properties = new Properties();
        try (InputStream stream =
                StaticFiles.class.getResourceAsStream("/META-INF/maven/org.webjars.npm/uplot/pom.properties")) {
            properties.load(Objects.requireNonNull(stream, "no uPlot"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    /**
     * Returns the file of a path.
     *
     * @param isPage whether a page is requested: if so, an unknown path returns the start page, which resolves it
     */
    Optional<File> file(String path, boolean isPage) {
        File known = files.get(path);
        if (known != null) {
            return Optional.of(known);
        }
        String resource = resource(path.equals("/") ? PAGE : path);
        byte[] bytes = resource == null ? null : read(resource);
        if (bytes == null) {
            return isPage && !path.equals(PAGE) ? file(PAGE, true) : Optional.empty();
        }
        File file =
                new File(new Bytes(bytes), new Bytes(gzip(bytes)), type(path.equals("/") ? PAGE : path), tag(bytes));
        files.put(path, file);
        return Optional.of(file);
    }

    private @Nullable String resource(String path) {
        if (!PATH.matcher(path).matches()) {
            return null;
        }
        if (path.startsWith(VENDOR)) {
            String name = LIBRARY.get(path.substring(VENDOR.length()));
            return name == null ? null : library + name;
        }
        return TYPES.containsKey(extension(path)) ? OWN + path : null;
    }

    private static byte @Nullable [] read(String resource) {
        try (InputStream stream = StaticFiles.class.getResourceAsStream(resource)) {
            return stream == null ? null : stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(String path) {
        return TYPES.getOrDefault(extension(path), "text/plain; charset=utf-8");
    }

    private static String extension(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** Compresses bytes as gzip. */
    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(compressed)) {
            to.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    private static String tag(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(digest, 0, 8) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
