package io.fairstream.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Console;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SacctColumnTest {

    @Test
    void theHelpNamesEveryColumn() {
        String help =
                String.join(" ", Console.run("report", "jobs", "--help").out()).replaceAll("\\s+", " ");
        assertTrue(help.contains(SacctColumn.names()), help);
    }

    @Test
    void namesAreThoseOfSacctWhateverTheCaseOfTheirLetters() {
        assertEquals(Optional.of("MaxRSS"), SacctColumn.named("maxrss").map(SacctColumn::header));
        assertEquals(Optional.of("CPUTime"), SacctColumn.named("cputime").map(SacctColumn::header));
        assertEquals(Optional.empty(), SacctColumn.named("AveDiskRead"));
    }
}
