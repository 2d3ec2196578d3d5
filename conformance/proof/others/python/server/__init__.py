"""The payroll and income data service, written from its interface document alone."""
