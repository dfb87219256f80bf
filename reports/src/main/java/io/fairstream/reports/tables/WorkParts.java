package io.fairstream.reports.tables;

import io.fairstream.rules.HostUsage;
import io.fairstream.schemas.WorkCut;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.util.List;

/** Work that entries of the journal record, in whole numbers. */
public final class WorkParts {
    private WorkParts() {}

    /** Returns the work that counts. */
    public static HostUsage of(WorkPart part) {
        return new HostUsage(
                part.getCpuMicros(),
                part.getGpuMicros(),
                part.getCpuMflop(),
                part.getGpuMflop(),
                part.getJobsSucceeded(),
                part.getJobsFailed());
    }

    /** Returns the work that was cut. */
    public static HostUsage cut(WorkPart part) {
        WorkCut cut = part.getCut();
        return cut == null
                ? HostUsage.EMPTY
                : new HostUsage(
                        cut.getCpuMicros(),
                        cut.getGpuMicros(),
                        cut.getCpuMflop(),
                        cut.getGpuMflop(),
                        cut.getJobsSucceeded(),
                        cut.getJobsFailed());
    }

    /** The parts of a project; or of one app of it. */
    public static List<WorkPart> of(WorkDone done, String project, String app) {
        return done.getParts().stream()
                .filter(part -> part.getProject().equals(project)
                        && (app.isEmpty() || part.getApp().equals(app)))
                .toList();
    }
}
