/** Account manager for volunteers' hosts: converts requests of BOINC clients to host reports, and assignments to replies. */
@NullMarked
package io.fairstream.boinc;

import org.jspecify.annotations.NullMarked;
