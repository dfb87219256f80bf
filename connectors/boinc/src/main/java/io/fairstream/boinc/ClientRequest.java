package io.fairstream.boinc;

import java.util.List;

/**
 * Request of a BOINC client to its account manager ({@code acct_mgr_request}), as far as it matters here; fields left out are
 * empty.
 *
 * @param login the name it attaches with
 * @param passwordHash secret: lower-case hexadecimal MD5 of password and lower-case name
 * @param hostCpid the client's own name for the host
 * @param domainName name of the host in its network
 * @param clientVersion such as 7.20.5
 * @param opaque what the last reply gave the client to keep
 * @param totalStart when the client's statistics begin, seconds since 1970 by its own clock
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

    /** True if the client reports its work; a client does not before it has heard that the manager wants to know. */
    boolean isCounted() {
        return projects.stream().allMatch(project -> project.work() != null);
    }

    /**
     * Name of the client's life, in which its counters rise: since when it keeps statistics, in whole seconds, or for clients that do
     * not say the host's own name. It outlasts detaching from the manager, but not the client's data directory.
     */
    String epoch() {
        int point = totalStart.indexOf('.');
        String seconds = point < 0 ? totalStart : totalStart.substring(0, point);
        return seconds.matches("\\d{1,18}") ? seconds : "cpid-" + hostCpid;
    }

    /** No secret goes into a log. */
    @Override
    public String toString() {
        return "request of " + login + " from " + domainName;
    }
}
