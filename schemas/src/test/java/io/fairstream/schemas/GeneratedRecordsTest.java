package io.fairstream.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import java.util.List;
import java.util.Properties;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.ClassSecurityValidator;
import org.junit.jupiter.api.Test;

class GeneratedRecordsTest {
    /** A record with an enumeration and records in it is written, read and copied, and nothing of the JVM has changed. */
    @Test
    void leaveTheJvmAsItWas() {
        Properties before = (Properties) System.getProperties().clone();
        var filter = ClassSecurityValidator.getGlobal();
        Lease lease = Lease.newBuilder()
                .setKind(LeaseKind.CEILING)
                .setValue(1.0)
                .setAt(Samples.ALICE.getAsOf())
                .setUntil(Samples.ALICE.getAsOf().plusSeconds(60))
                .build();
        Priority row =
                Priority.newBuilder(Samples.ALICE).setLeases(List.of(lease)).build();
        AvroSerde<Priority> serde = new AvroSerde<>(Priority.class, new InMemorySchemaRegistry());

        Priority read = serde.deserialize("priorities", serde.serialize("priorities", row));

        assertEquals(row, read);
        assertEquals(row, Priority.newBuilder(row).build());
        assertEquals(before, System.getProperties());
        assertSame(filter, ClassSecurityValidator.getGlobal());
        assertThrows(SecurityException.class, () -> ClassSecurityValidator.validate(Priority.class));
    }

    @Test
    void aRecordOfALaterVersionHasNoClass() {
        assertNull(GeneratedRecords.model()
                .getClass(SchemaBuilder.record("io.fairstream.schemas.Later")
                        .fields()
                        .endRecord()));
    }

    @Test
    void haveTheModelThatFindsThem() {
        assertInstanceOf(GeneratedRecords.class, SpecificData.getForClass(MatchEvent.class));
        assertEquals(LeaseKind.class, GeneratedRecords.model().getClass(LeaseKind.getClassSchema()));
    }
}
