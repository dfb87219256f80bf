/** Account manager of volunteers' hosts: converts BOINC's requests to host reports, and assignments to replies. */
@NullMarked
package io.fairstream.boinc;

import org.jspecify.annotations.NullMarked;
