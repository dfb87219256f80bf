package io.fairstream.htcondor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.htcondor.file.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // set up before each test
class LogTimesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "2024-03-20 21:05:25, 2024-03-20T20:05:25Z",
        "2024-03-20T21:05:25, 2024-03-20T20:05:25Z",
        "2024-07-20 21:05:25.5, 2024-07-20T19:05:25.500Z",
        "2024-03-20 21:05:25.123456, 2024-03-20T20:05:25.123Z",
        "2024-03-20 21:05:25Z, 2024-03-20T21:05:25Z",
        "2024-03-20 21:05:25.001Z, 2024-03-20T21:05:25.001Z",
        "2024-03-20T21:05:25+05:30, 2024-03-20T15:35:25Z",
        "03/20 21:05:25, 2023-03-20T20:05:25Z",
        "03/20 21:05:25.250, 2023-03-20T20:05:25.250Z",
        "03/20 21:05:25Z, 2023-03-20T21:05:25Z"
    })
    void everyAgeOfALogHasItsTimes(String text, String expected) {
        assertEquals(expected, String.valueOf(new LogTimes(BERLIN, 2023).at(text)));
    }

    @ParameterizedTest
    @CsvSource({"02/29 21:05:25", "13/01 21:05:25", "03/20 25:05:25", "03/20", "2024-02-30 21:05:25", "soon", "''"})
    void whatIsNoTimeIsNone(String text) {
        assertNull(new LogTimes(BERLIN, 2023).at(text));
    }

    @Test
    void datesWithoutAYearGoOverNewYearAndBack() {
        LogTimes times = new LogTimes(ZoneId.of("UTC"), 2023);
        assertEquals(
                List.of(
                        "2023-11-30T12:00:00Z",
                        "2023-12-31T23:59:59Z",
                        "2024-01-01T00:00:01Z",
                        "2023-12-31T23:59:58Z",
                        "2024-01-01T00:00:02Z",
                        "2024-12-01T00:00:00Z"),
                List.of(
                                "11/30 12:00:00",
                                "12/31 23:59:59",
                                "01/01 00:00:01",
                                "12/31 23:59:58",
                                "01/01 00:00:02",
                                "2024-12-01 00:00:00")
                        .stream()
                        .map(text -> Objects.requireNonNull(times.at(text)).toString())
                        .toList());
        assertEquals(2024, times.year());
    }

    @Test
    void theHourThatComesTwiceGoesOnInOrder() {
        LogTimes times = new LogTimes(BERLIN, 2024);
        assertEquals("2024-10-27T00:30:00Z", String.valueOf(times.at("2024-10-27 02:30:00")));
        assertEquals("2024-10-27T00:50:00Z", String.valueOf(times.at("2024-10-27 02:50:00")));
        assertTrue(times.isGuess(), "it could be an hour later");
        assertEquals("2024-10-27T00:49:58Z", String.valueOf(times.at("2024-10-27 02:49:58")), "hardly in disorder");
        assertEquals("2024-10-27T01:10:00Z", String.valueOf(times.at("2024-10-27 02:10:00")));
        assertFalse(times.isGuess(), "or else the log would go back");
        assertEquals("2024-10-27T01:09:59Z", String.valueOf(times.at("2024-10-27 02:09:59")));
        assertNull(times.at("2025-03-30 02:30:00"), "the clock skips it");
    }

    @Test
    void aReaderThatGoesOnStaysInTheSecondHour() {
        LogTimes before = new LogTimes(BERLIN, 2024);
        before.at("2024-10-27 02:50:00");
        before.at("2024-10-27 02:10:00");
        LogTimes after = new LogTimes(BERLIN, 0);
        after.restore(before.memory());
        assertEquals("2024-10-27T01:20:00Z", String.valueOf(after.at("2024-10-27 02:20:00")));
        after.restore(new LogTimes(BERLIN, 2024).memory());
        assertEquals(Instant.MIN, after.latest(), "nothing was read");
    }

    @ParameterizedTest
    @CsvSource({
        // first and last event, when the file was last written, the first event's year
        "03/20 10:00:00, 05/22 10:00:00, 2024-06-30, 2024",
        "03/20 10:00:00, 12/29 10:00:00, 2024-06-30, 2023",
        "12/20 10:00:00, 01/10 10:00:00, 2024-06-30, 2023",
        "12/30 10:00:00, 12/31 23:59:59, 2024-01-01, 2023",
        "05/22 10:00:00, 03/20 10:00:00, 2024-06-30, 2023",
        "06/30 10:00:00, 07/01 00:00:01, 2024-06-30, 2024",
        "12/20 10:00:00, 2019-01-02 10:00:00, 2024-06-30, 2018",
        "11/20 10:00:00, 2018-12-02 10:00:00, 2024-06-30, 2018"
    })
    void theYearFollowsFromADateThatHasOneOrFromTheFile(String first, String last, String written, int expected)
            throws IOException {
        String log = "000 (1.0.0) " + first + " x\n...\n000 (1.0.0) " + last + " x\n...\n";
        Path file = Samples.file(folder, "log", log, written + "T12:00:00Z");
        assertEquals(expected, LogTimes.firstYear(file, Ending.DOTS, ZoneId.of("UTC")));
    }
}
