package io.fairstream.streams.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.Golden;
import io.fairstream.streams.Pipeline;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.RecordFormat;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.junit.jupiter.api.Test;

/**
 * The layout of a snapshot follows from its components. When one is added, renamed or moved, this file changes with it: raise the
 * version of the layout then.
 */
class LayoutsTest {
    @Test
    void layoutsAreThoseOfTheirVersions() {
        String actual = AccountingTopology.stages(Pipeline.config(Duration.ZERO)).stream()
                .map(stage ->
                        stage.create().apply(Pipeline.config(Duration.ZERO)).codec())
                .filter(SnapshotCodec.class::isInstance)
                .flatMap(codec -> ((SnapshotCodec<?, ?>) codec).layouts())
                .map(layout -> layout.version() + " " + SchemaFormatter.format("json/pretty", layout.schema()) + "\n")
                .collect(Collectors.joining());
        Golden.assertSame("state/layouts.txt", actual);
    }

    /** State that changes: what its longest constructor takes is what its accessors give. */
    static class Titled {
        private final String name;

        Titled(String name) {
            this.name = name;
        }

        public String name() {
            return name;
        }
    }

    static final class Counter extends Titled {
        private long count;

        public Counter() {
            this(0, "");
        }

        public Counter(long count, String name) {
            super(name);
            this.count = count;
        }

        long count() {
            return count;
        }
    }

    @Test
    void aClassIsWrittenAsARecordOfWhatItsLongestConstructorTakes() {
        RecordFormat<Counter> format = RecordFormat.of(Counter.class);
        assertEquals(
                List.of("count", "name"),
                format.schema().getFields().stream().map(Schema.Field::name).toList());
        AvroOut out = AvroOut.ofThread();
        format.write(new Counter(7, "seven"), out);
        Counter read = format.read(new AvroIn(out.toByteArray(), 0));
        assertEquals("seven 7", read.name() + " " + read.count());
    }
}
