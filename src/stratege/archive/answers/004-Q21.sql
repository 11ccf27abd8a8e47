-- Q21. La partie la plus courte, que l'on suppose seule à l'être : ses tours et ses deux joueurs.
SELECT nbtours, J1.nom AS nom1, J1.prenom AS prenom1, J2.nom AS nom2, J2.prenom AS prenom2
FROM Partie
JOIN Joueur AS J1 ON J1.id = id_joueur1
JOIN Joueur AS J2 ON J2.id = id_joueur2
WHERE nbtours = (SELECT MIN(nbtours) FROM Partie)
ORDER BY Partie.id;
