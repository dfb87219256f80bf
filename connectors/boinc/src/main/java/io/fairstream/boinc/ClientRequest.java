package io.fairstream.boinc;

import java.util.List;

/**
 * Request of a BOINC client to its account manager ({@code acct_mgr_request}), with the fields used here; missing
 * fields are empty.
 *
 * @param login login name of the client
 * @param passwordHash secret: lower-case hexadecimal MD5 of password and lower-case name
 * @param hostCpid the client's own name for the host
 * @param domainName name of the host in its network
 * @param clientVersion such as 7.20.5
 * @param opaque data of the last reply that the client stores for the manager
 * @param totalStart begin of the client's statistics, seconds since 1970 by its own clock
 */
record ClientRequest(
        String login,
        String passwordHash,
        String hostCpid,
        String domainName,
        String clientVersion,
        String opaque,
        String totalStart,
        Hardware hardware,
        List<ReportedProject> projects) {
    ClientRequest {
        projects = List.copyOf(projects);
    }

    /** Returns true if the client reports its work; it does so only after the manager has requested it. */
    boolean isCounted() {
        return projects.stream().allMatch(project -> project.work() != null);
    }

    /**
     * Returns the name of the client's lifetime, in which its counters increase: the begin of its statistics, in whole
     * seconds, or, if the client does not report that, the host's own name. It survives detaching from the manager, but
     * not the loss of the client's data directory.
     */
    String epoch() {
        int point = totalStart.indexOf('.');
        String seconds = point < 0 ? totalStart : totalStart.substring(0, point);
        return seconds.matches("\\d{1,18}") ? seconds : "cpid-" + hostCpid;
    }

    /** Returns a text without secrets, for logs. */
    @Override
    public String toString() {
        return "request of " + login + " from " + domainName;
    }
}
