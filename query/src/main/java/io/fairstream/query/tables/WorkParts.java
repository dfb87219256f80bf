package io.fairstream.query.tables;

import io.fairstream.rules.HostUsage;
import io.fairstream.schemas.WorkCut;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import java.util.List;

/** Work in journal entries, in whole numbers. */
public final class WorkParts {
    private WorkParts() {}

    /** Returns the accepted work. */
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

    /** Returns the parts of a project, or of one of its apps. */
    public static List<WorkPart> of(WorkDone done, String project, String app) {
        return done.getParts().stream()
                .filter(part -> part.getProject().equals(project)
                        && (app.isEmpty() || part.getApp().equals(app)))
                .toList();
    }
}
