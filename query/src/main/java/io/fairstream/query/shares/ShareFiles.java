package io.fairstream.query.shares;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of files with shares. */
public final class ShareFiles {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private ShareFiles() {}

    /**
     * Reads the files as one statement: flux has separate files for banks and users.
     *
     * @param format null to detect it from each file's first line
     * @param banks paths of other known banks, for files that name a bank without its path
     * @throws IOException if a file cannot be read
     */
    public static Statement read(List<Path> files, @Nullable ShareFormat format, Collection<String> banks)
            throws IOException {
        Statement statement = new Statement();
        FluxTables tables = new FluxTables(statement);
        for (Path file : files) {
            String text = text(file);
            String first = first(text);
            switch (format == null ? ShareFormat.of(first) : format) {
                case CSV -> tables.read(file.toString(), text);
                case SACCTMGR -> new SacctmgrDump(file.toString(), statement).read(text);
                case JSON -> new JsonNodes(file.toString(), statement).read(text);
            }
        }
        tables.resolve(banks);
        return statement;
    }

    private static String text(Path file) throws IOException {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": not UTF-8", e);
        }
    }

    private static String first(String text) {
        return text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .findFirst()
                .orElse("");
    }
}
