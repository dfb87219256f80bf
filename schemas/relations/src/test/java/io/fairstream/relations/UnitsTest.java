package io.fairstream.relations;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        // field; doc; column; unit
        "diskReadBytes,     'Read from disks, bytes.',              disk_read_bytes,    bytes",
        "memoryHighKiB,     'Most memory at once, KiB; null: 0.',   memory_high_kib,    kib",
        "cpuTimeMicros,     'CPU time, microseconds.',              cpu_time_s,         s",
        "realKiBSeconds,    'Memory x time, KiB x s, 0 or more.',   real_kib_s,         kib_s",
        "nodes,             'Nodes that run, nodes.',               nodes,              ''",
        "subnodes,          'Parts of nodes, nodes.',               subnodes,           ''",
        "diskReadBytes,     'Read from disks.',                     disk_read_bytes,    ''",
    })
    void aUnitIsThatOfTheFieldsNameAndDoc(String field, String doc, String column, String unit) {
        Schema record = SchemaBuilder.record("Row")
                .fields()
                .name(field)
                .doc(doc)
                .type()
                .longType()
                .noDefault()
                .endRecord();
        Units units = new Units(record, record.getField(field));
        assertEquals(column, units.name());
        assertEquals(unit, units.unit());
    }
}
