package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files of the jars are there for browsers. */
class StaticFilesTest {
    private final StaticFiles files = new StaticFiles();

    private static String text(StaticFiles.File file) {
        return new String(file.bytes().shared(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html; charset=utf-8, <!doctype html>",
        "/index.html, text/html; charset=utf-8, <!doctype html>",
        "/js/main.js, text/javascript; charset=utf-8, import",
        "/js/screens/pool.js, text/javascript; charset=utf-8, import",
        "/css/shell.css, text/css; charset=utf-8, {",
        "/logo.svg, image/svg+xml, <svg",
        "/vendor/uplot/uPlot.esm.js, text/javascript; charset=utf-8, Leon Sorokin",
        "/vendor/uplot/uPlot.min.css, text/css; charset=utf-8, .uplot",
        "/vendor/uplot/LICENSE, text/plain; charset=utf-8, MIT License",
    })
    void aFileIsThereWithItsType(String path, String type, String part) {
        StaticFiles.File file = files.file(path, false).orElseThrow();
        assertEquals(type, file.type());
        assertTrue(text(file).contains(part), () -> path + ": " + text(file));
    }

    /** Neither as it is nor as a browser that wants a page asks for it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../Console.class",
                "/js/../../Console.class",
                "/js/..%2f..%2fConsole.class",
                "/%2e%2e/Console.class",
                "/..\\Console.class",
                "/js//main.js",
                "//js/main.js",
                "/js/./main.js",
                "/js/main.js/",
                "/js/main.js%00.html",
                "/.hidden",
                "/js",
                "/js/screens",
                "/css",
                "/Console.class",
                "/META-INF/MANIFEST.MF",
                "/vendor/uplot/package.json",
                "/vendor/uplot/dist/uPlot.esm.js",
                "/vendor/uplot/",
                "/vendor/other/LICENSE",
                "/vendor/uplot/../../../../Console.class",
                "/api",
                "",
                "js/main.js",
                "/no-such-file.js",
            })
    void nothingElseIsThere(String path) {
        assertEquals(Optional.empty(), files.file(path, false), path);
        String page = text(files.file("/", true).orElseThrow());
        assertEquals(page, text(files.file(path, true).orElseThrow()), "who wants a page gets the page");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/pool", "/customer/alice@pool.example", "/bank/root/physics", "/customer/a.b/explain"})
    void anAddressOfAScreenIsThePage(String path) {
        assertEquals(Optional.empty(), files.file(path, false));
        assertEquals(
                "text/html; charset=utf-8", files.file(path, true).orElseThrow().type());
    }

    @Test
    void whatIsCompressedIsTheSame() throws IOException {
        StaticFiles.File file = files.file("/js/main.js", false).orElseThrow();
        byte[] compressed = file.compressed().shared();
        assertTrue(compressed.length < file.bytes().shared().length);
        try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            assertArrayEquals(file.bytes().shared(), stream.readAllBytes());
        }
    }

    @Test
    void aTagIsOfTheBytes() {
        String page = files.file("/", true).orElseThrow().tag();
        assertTrue(page.matches("\"[0-9a-f]{16}\""), page);
        assertEquals(page, files.file("/index.html", false).orElseThrow().tag());
        assertEquals(page, new StaticFiles().file("/pool", true).orElseThrow().tag(), "whoever serves it, wherever");
        assertNotEquals(page, files.file("/logo.svg", false).orElseThrow().tag());
    }
}
