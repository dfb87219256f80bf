package io.fairstream.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.registry.Subjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class SchemasTest {
    private static final Path OURS = Path.of("src/main/avro");
    private static final Path RELEASED = Path.of("src/test/resources/released");

    /** Readers of a release and of today read what the other has written. A release adds its file, and leaves the former ones. */
    @Test
    void readWhatEveryReleaseWroteAndAreReadByIt() throws IOException {
        Map<String, Schema> ours = parsed(OURS);
        try (Stream<Path> releases = Files.list(RELEASED)) {
            for (Path release : releases.toList()) {
                for (Schema theirs : new Schema.Parser().parse(release.toFile()).getTypes()) {
                    Schema our = ours.get(theirs.getName());
                    String name = theirs.getName() + " of " + release.getFileName();
                    assertTrue(our != null, name + " is missing today");
                    assertEquals(List.of(), Subjects.incompatibilities(our, theirs), name + ", read today");
                    assertEquals(List.of(), Subjects.incompatibilities(theirs, our), name + ", reading today's");
                }
            }
        }
    }

    @Test
    void docEveryRecordEnumAndField() throws IOException {
        Set<Schema> seen = new HashSet<>();
        parsed(OURS).values().forEach(schema -> assertDocumented(schema, schema.getName(), seen));
        assertTrue(seen.size() > 20, "walked " + seen.size());
    }

    private static void assertDocumented(Schema schema, String where, Set<Schema> seen) {
        switch (schema.getType()) {
            case RECORD -> {
                if (seen.add(schema)) {
                    assertFalse(schema.getDoc() == null || schema.getDoc().isBlank(), where + " has no doc");
                    for (Schema.Field field : schema.getFields()) {
                        String name = schema.getName() + "." + field.name();
                        assertFalse(field.doc() == null || field.doc().isBlank(), name + " has no doc");
                        if (field.schema().isNullable()) {
                            assertTrue(field.doc().matches("(?s).*\\bnull\\b.*"), name + " does not say what null is");
                        }
                        assertDocumented(field.schema(), name, seen);
                    }
                }
            }
            case UNION -> schema.getTypes().forEach(branch -> assertDocumented(branch, where, seen));
            case ARRAY -> assertDocumented(schema.getElementType(), where, seen);
            case MAP -> assertDocumented(schema.getValueType(), where, seen);
            default -> {}
        }
    }

    /** Top-level schemas by name; in the order of their names: AccountEdit and Job come first, since others use their types. */
    private static Map<String, Schema> parsed(Path folder) throws IOException {
        Schema.Parser parser = new Schema.Parser();
        Map<String, Schema> byName = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                Schema schema = parser.parse(file.toFile());
                byName.put(schema.getName(), schema);
            }
        }
        assertFalse(byName.isEmpty(), folder + " is empty");
        return byName;
    }
}
