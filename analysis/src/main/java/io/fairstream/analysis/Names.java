package io.fairstream.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tables and columns that a statement may need, from its parse tree. Other columns are not created for it: a
 * superfluous column costs time, a missing one causes an error.
 */
final class Names {
    /** Parts of a tree that use columns without naming them. */
    private static final Set<String> UNNAMED = Set.of("STAR", "POSITIONAL_REFERENCE", "SHOW_REF", "PIVOT", "NATURAL");

    private final Set<String> tables = new LinkedHashSet<>();
    private final Set<String> called = new HashSet<>();
    private final Set<String> words = new HashSet<>();
    private final Set<String> alone = new HashSet<>();
    private boolean areAllNeeded;

    private Names() {}

    /** Returns the columns of each table that the tree needs. */
    static Map<Relation, List<Column>> of(JsonNode tree) {
        Names names = new Names();
        names.walk(tree);
        return names.needed();
    }

    private void walk(JsonNode node) {
        if (node.isObject()) {
            note(node);
        } else if (node.isTextual()) {
            words.add(lower(node.asText()));
        }
        node.forEach(this::walk);
    }

    private void note(JsonNode node) {
        String type = node.path("type").asText();
        boolean isRenamed = node.path("column_name_alias").size() > 0;
        boolean isUnnamed = UNNAMED.contains(type)
                || UNNAMED.contains(node.path("class").asText())
                || UNNAMED.contains(node.path("ref_type").asText());
        areAllNeeded |= isRenamed || isUnnamed;
        if (type.equals("BASE_TABLE")) {
            tables.add(lower(node.path("table_name").asText()));
            called.add(lower(node.path("alias").asText()));
        }
        if (node.path("column_names").size() == 1) {
            alone.add(lower(node.path("column_names").get(0).asText()));
        }
    }

    private Map<Relation, List<Column>> needed() {
        Map<Relation, List<Column>> needed = new LinkedHashMap<>();
        called.addAll(tables);
        boolean isWholeRow = alone.stream().anyMatch(called::contains);
        for (String table : tables) {
            Relations.named(table)
                    .ifPresent(relation -> needed.put(
                            relation,
                            areAllNeeded || isWholeRow
                                    ? relation.columns()
                                    : relation.columns().stream()
                                            .filter(column -> words.contains(column.name()))
                                            .toList()));
        }
        return needed;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
