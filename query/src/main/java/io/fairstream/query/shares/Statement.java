package io.fairstream.query.shares;

import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Content of files about shares: nodes by path, rejected nodes, and warnings. Mutable. */
public final class Statement {
    private final Map<String, Stated> nodes = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> refused = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** Returns the nodes by path, in the order of the files. */
    public Map<String, Stated> nodes() {
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

    void add(ShareNode node, String place) {
        Stated before = nodes.putIfAbsent(node.path(), new Stated(node, place));
        if (before != null) {
            problem(place, node.path() + ": stated twice (expected: once; first at " + before.place() + ")");
        }
    }

    /** Replaces the node of a path. */
    void replace(ShareNode node, String place) {
        nodes.put(node.path(), new Stated(node, place));
    }

    void problem(String place, String what) {
        problems.add(place + ": " + what);
    }

    /** Rejects the statements about a path. */
    void refuse(String path, String place, String what) {
        refused.putIfAbsent(path, place);
        problem(place, what);
    }

    void problem(LineException problem) {
        problems.add(String.valueOf(problem.getMessage()));
    }

    void note(String place, String what) {
        notes.add(place + ": " + what);
    }
}
