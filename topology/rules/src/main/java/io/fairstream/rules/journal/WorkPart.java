package io.fairstream.rules.journal;

import io.fairstream.rules.Work;

/**
 * Work for one project and app.
 *
 * @param project empty for none, as in a sum over several
 * @param app empty for none
 * @param cut what was reported besides, and exceeds what the host can have done
 */
public record WorkPart(String project, String app, Work work, Work cut) {}
