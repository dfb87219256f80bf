package io.fairstream.slurm;

import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.util.List;

/** Events in short, such as {@code 7 COMPLETE 09:00 FAILED 3}. */
final class EventTexts {
    private EventTexts() {}

    static List<String> brief(Recorded<JobEvent> jobs) {
        return jobs.events().stream().map(EventTexts::brief).toList();
    }

    private static String brief(JobEvent event) {
        String when = event.getJobId() + " " + event.getState() + " "
                + event.getAt().toString().substring(11, 16);
        return event.getOutcome() == null
                ? when
                : when + " " + event.getOutcome() + " " + event.getExitCode()
                        + (event.getSignal() == null ? "" : ":" + event.getSignal());
    }
}
