/** The account manager of volunteers' hosts: BOINC's requests into host reports, assignments into its replies. */
@NullMarked
package io.fairstream.boinc;

import org.jspecify.annotations.NullMarked;
