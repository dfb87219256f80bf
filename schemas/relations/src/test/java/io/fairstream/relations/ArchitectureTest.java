package io.fairstream.relations;

import io.fairstream.testing.ModuleRules;
import org.junit.jupiter.api.Test;

/** The arrows of the module: a table knows no database. */
class ArchitectureTest extends ModuleRules {
    ArchitectureTest() {
        super("relations", "io.fairstream.schemas", "org.apache.avro..");
    }

    @Test
    void timeComesWithTheRecord() {
        TIME_COMES_WITH_THE_RECORD.check(classes);
    }
}
