package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which jobs count as succeeded or failed, and when. */
class JobEndTest {
    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            10 RUNNING x4 alice /root/a; 20 COMPLETE COMPLETED                     | root/a 20 succeeded | it ended well
            10 RUNNING x4 alice /root/a; 20 COMPLETE                               | root/a 20 succeeded | nobody says otherwise
            10 RUNNING x4 alice /root/a; 20 COMPLETE FAILED                        | root/a 20 failed    | it failed
            10 RUNNING x4 alice /root/a; 20 COMPLETE TIMEOUT                       | root/a 20 failed    | or was ended
            10 RUNNING x4 alice /root/a                                            | ''                  | it runs
            10 PENDING x4 alice /root/a; 20 COMPLETE CANCELLED                     | ''                  | it never ran
            10 RUNNING x4 alice; 20 COMPLETE COMPLETED                             | 20 succeeded        | of no bank
            10 RUNNING x4 alice /root/a; 20 COMPLETE; 20 COMPLETE FAILED           | root/a 20 failed    | the outcome is said later
            10 RUNNING x4 alice /root/a; 20 COMPLETE FAILED; 30 PENDING; 40 RUNNING | root/a 20 failed   | what waits then is another job
            10 RUNNING #r1 x4 alice /root/a; 20 COMPLETE FAILED; 30 RUNNING #r2    | ''                  | requeued, it runs again
            10 RUNNING x4 alice /root/a; 30 COMPLETE; 20 COMPLETE FAILED           | root/a 30 succeeded | the last end counts
            """)
    void ends(String events, String expected, String reason) {
        JobPipeline books = new JobPipeline();
        JobText.events(events).forEach(books::apply);
        String told = books.ends().entrySet().stream()
                .map(end -> (end.getKey().bank() + " " + end.getKey().at() / 1000
                                + (end.getKey().isSuccess() ? " succeeded" : " failed")
                                + (end.getValue() == 1 ? "" : " x" + end.getValue()))
                        .strip())
                .collect(Collectors.joining(", "));
        assertEquals(expected, told, reason);
    }
}
