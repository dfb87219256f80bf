package io.fairstream.slurm;

import io.fairstream.schemas.JobEvent;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a file tells of jobs.
 *
 * @param events in the order of their times; at the same instant in the order of the job's own history
 * @param findings how many records were made what of
 * @param notes how often something had to be left open
 */
public record RecordedJobs(List<JobEvent> events, Map<RecordOutcome, Long> findings, Map<Note, Long> notes) {
    public RecordedJobs {
        events = events.stream().sorted(Comparator.comparing(JobEvent::getAt)).toList();
        findings = findings.isEmpty() ? Map.of() : new EnumMap<>(findings);
        notes = notes.isEmpty() ? Map.of() : new EnumMap<>(notes);
    }

    /** Records of any kind. */
    public long records() {
        return findings.values().stream().mapToLong(Long::longValue).sum();
    }
}
