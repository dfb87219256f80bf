package io.fairstream.streams.state;

import io.fairstream.streams.Golden;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.SchemaFormatter;
import org.junit.jupiter.api.Test;

/**
 * The layout of a snapshot follows from its components. When one is added, renamed or moved, this file changes with it: raise the
 * version of the layout then.
 */
class LayoutsTest {
    private static final List<Layout<?, ?>> LAYOUTS = List.of(
            Codecs.customer(States.HOUR),
            Codecs.ENTRIES,
            Codecs.HISTORY,
            Codecs.DAYS,
            Codecs.HOST,
            Codecs.PATH,
            Codecs.PROJECT,
            Codecs.JOB_ACCOUNT,
            Codecs.user(States.HOUR),
            Codecs.ASSOCIATION,
            Codecs.HOLDINGS);

    @Test
    void layoutsAreThoseOfTheirVersions() {
        String actual = LAYOUTS.stream()
                .map(layout -> layout.version() + " " + SchemaFormatter.format("json/pretty", layout.schema()) + "\n")
                .collect(Collectors.joining());
        Golden.assertSame("state/layouts.txt", actual);
    }
}
