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
        assertEquals(Optional.of(SacctColumn.MAX_RSS), SacctColumn.named("maxrss"));
        assertEquals(Optional.of(SacctColumn.CPU_TIME), SacctColumn.named("CPUTime"));
        assertEquals(Optional.empty(), SacctColumn.named("AveDiskRead"));
    }
}
