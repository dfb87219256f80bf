package io.fairstream.query.shares;

import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Content of files about shares or allocations: nodes by path, rejected nodes, and warnings. Mutable. */
public final class Statement<V> {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Map<String, Stated<V>> nodes = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> refused = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** Returns the nodes by path, in the order of the files. */
    public Map<String, Stated<V>> nodes() {
        return Collections.unmodifiableMap(nodes);
    }

    /** Returns rejected nodes and lines, each with position and reason. */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }

    /** Returns the positions of rejected paths, as far as these are known. */
    public Map<String, String> refused() {
        return Collections.unmodifiableMap(refused);
    }

    public List<String> notes() {
        return Collections.unmodifiableList(notes);
    }

    void add(String path, V node, String place) {
        Stated<V> before = nodes.putIfAbsent(path, new Stated<>(node, place));
        if (before != null) {
            problem(place, path + ": stated twice (expected: once; first at " + before.place() + ")");
        }
    }

    /** Replaces the node of a path. */
    void replace(String path, V node, String place) {
        nodes.put(path, new Stated<>(node, place));
    }

    void problem(String place, String what) {
        problems.add(place + ": " + what);
    }

    /** Rejects the statements about a path. */
    void refuse(String path, String place, String what) {
        refused.putIfAbsent(path, place);
        problem(place, what);
    }

    /** Adds a problem that has its position. */
    void problem(String problem) {
        problems.add(problem);
    }

    void problem(LineException problem) {
        problems.add(String.valueOf(problem.getMessage()));
    }

    void note(String place, String what) {
        notes.add(place + ": " + what);
    }

    /**
     * Reads the files as one statement: flux has separate files for banks and users.
     *
     * @param format null to detect it from each file's first line
     * @param banks paths of other known banks, for files that name a bank without its path
     * @throws IOException if a file cannot be read
     */
    public static Statement<ShareNode> read(List<Path> files, @Nullable ShareFormat format, Collection<String> banks)
            throws IOException {
        Statement<ShareNode> statement = new Statement<>();
        FluxTables tables = new FluxTables(statement);
        for (Path file : files) {
            String text = content(file);
            String first = firstLine(text);
            switch (format == null ? ShareFormat.of(first) : format) {
                case CSV -> tables.read(file.toString(), text);
                case SACCTMGR -> new SacctmgrDump(file.toString(), statement).read(text);
                case JSON -> new JsonNodes(file.toString(), statement).read(text);
            }
        }
        tables.resolve(banks);
        return statement;
    }

    /** Returns the text of a file in UTF-8. */
    static String content(Path file) throws IOException {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": not UTF-8", e);
        }
    }

    /** Returns the first line that is neither blank nor a comment; empty if there is none. */
    static String firstLine(String text) {
        return text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .findFirst()
                .orElse("");
    }
}
