package io.fairstream.streams.state;

import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.Golden;
import io.fairstream.streams.Pipeline;
import java.time.Duration;
import java.util.stream.Collectors;
import org.apache.avro.SchemaFormatter;
import org.junit.jupiter.api.Test;

/**
 * The layout of a snapshot follows from its components. When one is added, renamed or moved, this file changes with it: raise the
 * version of the layout then.
 */
class LayoutsTest {
    @Test
    void layoutsAreThoseOfTheirVersions() {
        String actual = AccountingTopology.stages(Pipeline.accounting(Duration.ZERO)).stream()
                .map(stage ->
                        stage.create().apply(Pipeline.accounting(Duration.ZERO)).codec())
                .filter(SnapshotCodec.class::isInstance)
                .flatMap(codec -> ((SnapshotCodec<?, ?>) codec).layouts())
                .map(layout -> layout.version() + " " + SchemaFormatter.format("json/pretty", layout.schema()) + "\n")
                .collect(Collectors.joining());
        Golden.assertSame("state/layouts.txt", actual);
    }
}
