package io.fairstream.cli.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Console;
import io.fairstream.query.jobs.AccountedJobs;
import org.junit.jupiter.api.Test;

class JobsReportCommandTest {

    @Test
    void theHelpNamesEveryColumn() {
        String help =
                String.join(" ", Console.run("report", "jobs", "--help").out()).replaceAll("\\s+", " ");
        assertTrue(help.contains(String.join(", ", AccountedJobs.columnNames())), help);
    }
}
